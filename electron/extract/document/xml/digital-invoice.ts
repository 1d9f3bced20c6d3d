import { isDigitalNumber } from '../../../../shared/invoice/codes.ts';
import { kindLabelsFinding, redSignFinding } from '../../../../shared/invoice/digital-findings.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type {
  InvoiceExtraction,
  Journey,
  Seal,
  SpecialBlock,
} from '../../../../shared/invoice/extraction.ts';
import { kindOfInvoice, unknownKind } from '../../../../shared/invoice/kind.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import { specialPath } from '../../../../shared/invoice/special-blocks.ts';
import { blocksOfLabel, businessNamed, businessValue } from '../business-label.ts';
import { readGoods, type LineNames } from './read-lines.ts';
import { readSpecialBlocks } from './special-blocks.ts';
import { readParty, type PartyNames } from './read-party.ts';
import { createValueReader, leavesNamed, leavesOf, type Leaves, type ValueReader } from './value-reader.ts';
import { descendants, leafText, pathOf, type XmlElement } from './xml-tree.ts';

/** Names are folded: without case, hyphens and underscores. */
const lineKey = 'issuiteminformation';
const specialKey = 'specificinformation';
/** Passenger transport and tolls: both list journeys. */
const journeyKeys: ReadonlySet<string> = new Set(['passengertransportation', 'toll']);
const redKey = 'redeinvoice';
const signatureKey = 'taxbureausignature';

const partyNames = (role: 'buyer' | 'seller'): PartyNames => ({
  name: [`${role}name`],
  taxId: [`${role}idnum`],
  addressPhone: [`${role}addr`, `${role}telnum`],
  bankAccount: [`${role}bankname`, `${role}bankaccnum`],
});
const buyerNames = partyNames('buyer');
const sellerNames = partyNames('seller');

const lineNames: LineNames = {
  name: ['itemname'],
  specification: ['specmod'],
  unit: ['meaunits'],
  quantity: ['quantity'],
  unitPrice: ['unprice'],
  amount: ['amount'],
  taxRate: ['taxrate'],
  tax: ['comtaxam'],
};

/** A label with its code and its name; an empty label is ignored. */
type Label = { readonly code: string; readonly name: string };

const notGoods = ({ key }: XmlElement): boolean => key !== lineKey;

const labelOf = (elements: readonly XmlElement[], key: string): Label => {
  for (const inner of elements) {
    if (inner.key !== key) continue;
    const part = (name: string): string =>
      inner.children.map((child) => (child.key === name ? (leafText(child) ?? '') : '')).join('');
    return inner.children.length === 0
      ? { code: leafText(inner) ?? '', name: '' }
      : { code: part('labelcode'), name: part('labelname') };
  }
  return { code: '', name: '' };
};

/** Special (31) or ordinary (32) fully digital invoice; null if the label implies neither, or both. */
const kindOfLabel = ({ code, name }: Label): { readonly kind: string | null; readonly isTorn: boolean } => {
  const kinds = new Set<string>();
  if (code === '01') kinds.add('31');
  if (code === '02') kinds.add('32');
  if (name.includes('专用')) kinds.add('31');
  else if (name.includes('普通')) kinds.add('32');
  return { kind: kinds.size === 1 ? ([...kinds][0] ?? null) : null, isTorn: kinds.size > 1 };
};

/** Never a default: without a label, the code or the number determines the kind, or it stays unknown. */
const kindOf = (
  elements: readonly XmlElement[],
  printed: { readonly code: string | null; readonly number: string | null },
  reader: ValueReader,
): string => {
  const label = labelOf(elements, 'generalorspecialvat');
  const { kind, isTorn } = kindOfLabel(label);
  if (isTorn) reader.finding(kindLabelsFinding);
  if (kind !== null && isDigitalNumber(printed.number)) return kind;
  return isTorn ? unknownKind : kindOfInvoice({ ...printed, title: label.name }, null);
};

/** The header id of a fully digital invoice is also its number. */
const numberNames = (leaves: Leaves): readonly string[] =>
  leavesNamed(leaves, 'eiid').every((element) => isDigitalNumber(leafText(element)))
    ? ['invoicenumber', 'eiid']
    : ['invoicenumber'];

const journeysOf = (elements: readonly XmlElement[], reader: ValueReader): readonly Journey[] => {
  const journeys: Journey[] = [];
  for (const inner of elements) {
    if (!journeyKeys.has(inner.key) || inner.children.length === 0) continue;
    const leaves = leavesOf(inner, () => false);
    const path = `journeys.${journeys.length}`;
    const until = reader.read(`${path}.until`, leaves, ['enddatesofpassage', 'enddateofpassage'], 'date');
    const isToll = inner.key === 'toll';
    journeys.push({
      passenger: reader.read(`${path}.passenger`, leaves, ['traveler', 'traveller', 'passengername']),
      passengerId: reader.read(`${path}.passengerId`, leaves, ['valididnumber']),
      from: reader.read(`${path}.from`, leaves, ['departure']),
      to: reader.read(`${path}.to`, leaves, ['destination']),
      date: reader.read(
        `${path}.date`,
        leaves,
        ['traveldate', 'startdatesofpassage', 'startdateofpassage'],
        'date',
      ),
      class: reader.read(`${path}.class`, leaves, [isToll ? 'vehicletype' : 'grade']),
      vehicle: reader.read(`${path}.vehicle`, leaves, [isToll ? 'platenumber' : 'vehicletype']),
      ...(until === null ? {} : { until }),
    });
  }
  return journeys;
};

const reversedOf = (
  elements: readonly XmlElement[],
  remark: string | null,
  reader: ValueReader,
): string | null => {
  for (const inner of elements) {
    if (!inner.key.startsWith(redKey)) continue;
    const names = ['originalinvoicenumber', 'originaleinvoicenumber', 'originalinvoicecode'];
    const stated = reader.read(
      'reverses',
      leavesOf(inner, () => false),
      names,
    );
    if (stated !== null) return stated;
  }
  const found = remark === null ? null : reversedIn(remark);
  const { remark: origin } = reader.result().origins;
  if (found !== null && origin) reader.note('reverses', { ...origin, raw: found });
  return found;
};

const checkSign = (elements: readonly XmlElement[], grossTotal: string | null, reader: ValueReader): void => {
  const { code } = labelOf(elements, 'inissutype');
  const cents = centsOf(grossTotal);
  if (cents === null || cents === 0 || (code !== 'Y' && code !== 'N')) return;
  const isRed = code === 'N';
  if (isRed !== cents < 0) reader.finding(redSignFinding(isRed));
};

/**
 * The canonical form of the signature is not published and the file contains no key, so only its presence is
 * known.
 */
const sealOf = (elements: readonly XmlElement[]): Seal | null => {
  for (const inner of elements) {
    if (inner.key !== signatureKey) continue;
    if (inner.children.length === 0 && leafText(inner) === null) return null;
    const by = [...descendants(inner)].find(({ key }) => key === 'taxbureauname');
    const signature = {
      state: 'unchecked',
      by: by ? leafText(by) : null,
      at: null,
      reason: 'form-unpublished',
      parts: [],
      chain: [],
      validAtSealing: null,
    } as const;
    return { ...signature, signatures: [signature] };
  }
  return null;
};

/** The special business that a label of the file names, unless its values say the same. */
const labelledBusiness = (
  elements: readonly XmlElement[],
  read: Pick<InvoiceExtraction, 'invoice' | 'journeys'>,
  reader: ValueReader,
): readonly SpecialBlock[] => {
  for (const element of elements) {
    const raw = element.key === 'labelname' ? leafText(element) : null;
    const name = raw === null ? null : businessNamed(raw);
    const special = name === null ? [] : blocksOfLabel(name, read);
    if (raw === null || special.length === 0) continue;
    const path = specialPath(0, 0, businessValue);
    reader.note(path, { raw, score: null, quad: null, path: pathOf(element), steps: [] });
    return special;
  }
  return [];
};

/** Reads one `EInvoice` (数电票) of any version, with elements in any order. */
export const readDigitalInvoice = (element: XmlElement): InvoiceExtraction => {
  const reader = createValueReader();
  const leaves = leavesOf(
    element,
    ({ key }) => key === lineKey || key === specialKey || key === signatureKey,
  );
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const number = reader.read('number', leaves, numberNames(leaves));
  const code = read('code', 'invoicecode');
  const remark = read('remark', 'remark');
  const grossTotal = read('grossTotal', 'totaltaxincludedamount');
  const elements = descendants(element, notGoods);
  const lines = elements.filter(({ key }) => key === lineKey);
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: kindOf(elements, { code, number }, reader),
    code,
    number,
    issueDate: read('issueDate', 'requesttime', 'issuetime'),
    remark,
    drawer: read('drawer', 'drawer'),
    payee: read('payee', 'payee'),
    reviewer: read('reviewer', 'checker', 'reviewer'),
    reverses: reversedOf(elements, remark, reader),
    buyer: readParty(reader, 'buyer', leaves, buyerNames),
    seller: readParty(reader, 'seller', leaves, sellerNames),
    lines: readGoods(reader, lines, lineNames),
    total: read('total', 'totalamwithouttax'),
    taxTotal: read('taxTotal', 'totaltaxam'),
    grossTotal,
    grossTotalWords: read('grossTotalWords', 'totaltaxincludedamountinchinese'),
  };
  checkSign(elements, grossTotal, reader);
  const journeys = journeysOf(elements, reader);
  const special = readSpecialBlocks(
    elements.filter(({ key }) => key === specialKey),
    ({ key }) => journeyKeys.has(key) || key.startsWith(redKey),
    reader,
  );
  const labelled = special.length > 0 ? [] : labelledBusiness(elements, { invoice, journeys }, reader);
  const seal = sealOf(elements);
  return {
    reader: 'xml',
    invoice,
    ticket: null,
    ...reader.result(),
    qr: null,
    ...(journeys.length > 0 ? { journeys } : {}),
    ...(special.length > 0 || labelled.length > 0 ? { special: [...special, ...labelled] } : {}),
    ...(seal ? { seal } : {}),
  };
};
