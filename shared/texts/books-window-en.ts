/** What the window says of the books, in English: verification, lists, vouchers, archive, printing, names. */
export const booksEn = {
  file: {
    choose: 'Choose a file…',
  },
  verify: {
    title: 'Verification',
    notVerified: 'Not verified',
    stated: '{{result}}, {{day}}',
    inputs: 'What the platform asks for',
    missing: 'missing',
    copy: 'Copy {{name}}',
    copyNext: 'Copy next',
    copied: 'Copied: {{name}} ({{place}} of {{count}})',
    open: 'Open the platform',
    openHint: 'The tax authority’s page opens in your browser. You solve its captcha.',
    qr: 'QR code of the invoice, drawn from its values',
    qrHint: 'Scan it with a tax bureau app on a phone.',
    result: 'Result',
    day: 'Date of the result',
    keep: 'Keep the result',
    take: 'Take the result back',
    attach: 'Saved result (screenshot or PDF): drop it here to keep it.',
    attachment: 'Saved result: {{name}}',
    openAttachment: 'Save a copy…',
    badDay: 'Enter a date that is not in the future.',
    kindUnknown: 'The kind of this invoice is unknown. Correct it to see what the platform asks for.',
  },
  state: {
    booked: 'Voucher {{voucher}}, posted {{day}}, period {{period}}',
    archived: 'Archived {{day}}',
  },
};
