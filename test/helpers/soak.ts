/** Whether the long form of the property tests is requested: `VOUCH_SOAK=1`. */
export const soaking: boolean = process.env['VOUCH_SOAK'] === '1';
