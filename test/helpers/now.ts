/** The clock of tests, which stands still. */
export const now = () => new Date('2024-05-28T08:00:00Z');
