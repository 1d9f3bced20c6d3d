/** The form in which texts are compared: width and case make no difference. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();
