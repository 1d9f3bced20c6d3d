import type { InvoiceSide } from './side.ts';

/** What an invoice can be used for. */
export const gateUses = [
  'voucher',
  'archive',
  'print',
  'unverified',
  'verification',
  'tax-layout',
  'match',
  'sums',
] as const;
export type GateUse = (typeof gateUses)[number];

/**
 * Why a use may be refused. `unconfirmed` counts only where somebody confirms: in the window. `elsewhere`: the invoice
 * counts on another page, because this one is a duplicate, a rendition or a joined page. `changed`: its values
 * changed since it was booked or archived.
 */
export const gateReasons = [
  'demo',
  'no-invoice',
  'aside',
  'elsewhere',
  'side-unknown',
  'undated',
  'error',
  'warning',
  'unconfirmed',
  'booked',
  'changed',
] as const;
export type GateReason = (typeof gateReasons)[number];

/**
 * `pass`: used. `marked`: used, with the reason. `held`: listed and left out, unless the user includes it. `never`: always
 * left out.
 */
const verdicts = ['pass', 'marked', 'held', 'never'] as const;
type Verdict = (typeof verdicts)[number];

const all = <V extends Verdict>(verdict: V) =>
  ({
    demo: 'never',
    'no-invoice': 'never',
    aside: verdict,
    elsewhere: verdict,
    'side-unknown': verdict,
    undated: verdict,
    error: verdict,
    warning: verdict,
    unconfirmed: verdict,
    booked: verdict,
    changed: verdict,
  }) as const;

/** The verdict on every use for every reason. */
export const gateTable: Readonly<Record<GateUse, Readonly<Record<GateReason, Verdict>>>> = {
  voucher: all('held'),
  // The archive holds the originals of all invoices of its period. Without a date, an invoice has no period.
  archive: { ...all('marked'), aside: 'held', undated: 'held', 'side-unknown': 'pass', booked: 'pass' },
  // A cover sheet counts an invoice once. A file is printed for what it is.
  print: { ...all('pass'), elsewhere: 'marked', error: 'marked', unconfirmed: 'pass' },
  unverified: { ...all('pass'), aside: 'never', elsewhere: 'never' },
  verification: all('pass'),
  'tax-layout': { ...all('pass'), aside: 'never', elsewhere: 'never' },
  // A list names an invoice once; every page of it may answer.
  match: { ...all('pass'), aside: 'never' },
  sums: {
    ...all('pass'),
    demo: 'marked',
    aside: 'never',
    elsewhere: 'never',
    'side-unknown': 'marked',
    error: 'marked',
    unconfirmed: 'marked',
  },
};

/** The reasons that a user can include, by the words of `--include`. */
export const includeWords = {
  warnings: 'warning',
  errors: 'error',
  undated: 'undated',
  changed: 'changed',
  booked: 'booked',
} as const satisfies Readonly<Record<string, GateReason>>;
export type IncludeWord = keyof typeof includeWords;

/** The reasons that a user can include in the window, where somebody confirms. */
export const includableReasons = [
  'unconfirmed',
  'warning',
  'error',
  'undated',
  'changed',
  'booked',
] as const satisfies readonly GateReason[];
export type IncludableReason = (typeof includableReasons)[number];

export const isIncludeWord = (word: string): word is IncludeWord => Object.hasOwn(includeWords, word);

/** What the gate looks at. */
export type GateFacts = {
  readonly isDemo: boolean;
  /** Data of an invoice was read. */
  readonly isInvoice: boolean;
  readonly review: 'open' | 'confirmed' | 'aside';
  /** Levels and ids of open findings; those of a confirmed invoice are settled. */
  readonly open: readonly (readonly [level: 'warn' | 'error', id: string])[];
  /** ISO date. */
  readonly issueDate: string | null;
  readonly side: InvoiceSide;
  readonly isElsewhere: boolean;
  readonly isBooked: boolean;
  readonly isChanged: boolean;
};

/** This finding names the copies of an invoice: it counts for the copy (`elsewhere`), not for the one that counts. */
const namesCopies = 'duplicate';

const holds: Readonly<Record<GateReason, (facts: GateFacts) => boolean>> = {
  demo: ({ isDemo }) => isDemo,
  'no-invoice': ({ isInvoice }) => !isInvoice,
  aside: ({ review }) => review === 'aside',
  elsewhere: ({ isElsewhere }) => isElsewhere,
  'side-unknown': ({ side }) => side === 'unknown',
  undated: ({ issueDate }) => issueDate === null,
  error: ({ open }) => open.some(([level, id]) => level === 'error' && id !== namesCopies),
  warning: ({ open }) => open.some(([level]) => level === 'warn'),
  unconfirmed: ({ review }) => review === 'open',
  booked: ({ isBooked }) => isBooked,
  changed: ({ isChanged }) => isChanged,
};

/** Everything that can be said against an invoice, whatever it is used for. */
export const reasonsOf = (facts: GateFacts): readonly GateReason[] =>
  gateReasons.filter((reason) => holds[reason](facts));

export type Gated = {
  readonly verdict: Verdict;
  /** The reasons with that verdict; none if it passes. */
  readonly reasons: readonly GateReason[];
};

/** Who asks: nobody confirms on the command line. Included reasons only mark. */
type GateOptions = {
  readonly confirms?: boolean;
  readonly included?: ReadonlySet<GateReason>;
};

/** Decides whether an invoice may be used. */
export const gate = (
  facts: GateFacts,
  use: GateUse,
  { confirms = true, included = new Set() }: GateOptions = {},
): Gated => {
  const judged = reasonsOf(facts)
    .filter((reason) => confirms || reason !== 'unconfirmed')
    .map((reason) => {
      const verdict = gateTable[use][reason];
      return { reason, verdict: verdict === 'held' && included.has(reason) ? 'marked' : verdict } as const;
    });
  const verdict = verdicts.findLast((one) => judged.some((each) => each.verdict === one)) ?? 'pass';
  const reasons =
    verdict === 'pass' ? [] : judged.flatMap((each) => (each.verdict === verdict ? [each.reason] : []));
  return { verdict, reasons };
};

/**
 * SHA-256 of every file that Vouch has shipped as a sample. Add the digest of each new sample, and remove none: a ledger
 * may contain samples of an older version.
 */
export const sampleDigests: readonly string[] = [
  '11678d07406dae2a18720575da133e1974e5104817e9e930a30f46809ccc584a',
  '89df9f80018a8511fa28bc6250a0ced0727371d9e4e19d3b9eeae3fa025653d3',
  '1f6bda6225521340d2c7b7c7d5b3e6b69d46af4c75ed46bd104d735299c896aa',
  '553ba4b5b5bafaab2d4f0942831181a93891b70c1a2158bbbebf293003213aad',
  'f40f1a89d2dda13c827c11ec2eb9f885deb041b9cc5d7bdc57c53e3a3c55ebc4',
  '51d76a138abc187dccd427968b0dc530f5d37a07903cecaf6688c3d780c51088',
  '9b058c142e3f84012d1b386ec5c7f79f48d7ddde72bda6b6b7907eaff15eb25f',
  '69382341f7ce3dfd2ebcd71aacae7647328e3cdc22268f88c7bb7085d2c05c2c',
  '078a2b423605efe4995e8077257cd5788da5a52155f2cebc82d69f13c7dccd7d',
  'b6dc61103aba51371825aaba4d503c55198adb1b9e64ae708e2717a302572be0',
  '03c76336f9bfcafa4be00ded5dd315b36a062368d150018251359b2fdb3a7a66',
  'f8b424bbeee2163cda8ce38ca6c63f841a668a1261772bf8bde4000a578d36e8',
  'efb70d85200b15d311db85a7dcb9f45a59c331dc04d30f90136895eed79d0151',
  'fa03783dbccbccc8faed2c41628a6dcea645384d7c3ec4a36302814ad527a199',
  'ba8f8a710928ffcf92be8ec8bb5c6bd09923a2c4b69cfa2f6cc1af1437d7c0f4',
];

const samples = new Set(sampleDigests);

/** Whether a file is one of Vouch's samples. */
export const isSample = (sha256: string | null): boolean => sha256 !== null && samples.has(sha256);

/**
 * Whether data is demo data: read by the sandbox, or from a sample. A file of the user that a local reader read is
 * none, even if it was added in a demo.
 * @param reader of the shown extraction; null if unknown
 */
export const isDemo = (page: {
  readonly sandbox: boolean;
  readonly reader: string | null;
  readonly originalSha256: string | null;
}): boolean =>
  (page.sandbox && (page.reader === null || page.reader === 'sandbox')) || isSample(page.originalSha256);
