import { failed, success } from '../../../shared/result.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { callKey } from '../records/call.ts';
import type { Ledger } from './open-ledger.ts';

type Methods<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...input: infer Input) => Promise<infer Value>
    ? (ledger: Ledger, ...input: Input) => Value
    : never;
};

/** How the ledger implements each read method of the port. */
export const readMethods: Methods<ReadStore> = {
  page: ({ pages }, id) => pages.get(id),
  pages: ({ pages }, ids) => pages.some(ids),
  pagesOf: ({ pages }, service) => pages.list(service),
  pageIds: ({ pages }, service) => pages.ids(service),
  sources: ({ pages }, ids) => pages.sources(ids),
  pagesInState: ({ pages }, state) => pages.inState(state),
  recent: ({ pages }, service, documents) => pages.recent(service, documents),
  older: ({ pages }, { service, before, documents, pages: atMost }) =>
    pages.olderOpen(service, before ?? pages.firstRecent(service, documents), atMost),
  recognized: ({ pages }, service) => pages.recognized(service),
  unfinished: ({ pages }, after, upTo) => pages.unfinished(after, upTo),
  unheld: ({ leases }, limit) => leases.unheld(limit),
  newestPage: ({ pages }) => pages.newestId(),
  counts: ({ pages }) => pages.counts(),
  samePage: ({ pages }, page, originalSha256) => pages.same(page, originalSha256),
  events: ({ results }, page) => results.events(page),
  eventsOf: ({ results }, ids) => results.eventsOf(ids),
  lastEdited: ({ results }, events) => results.lastEdited(events),
  editedAt: ({ results }, at) => results.editedAt(at),
  lastVoucher: ({ results }, word, period, without) => results.lastVoucher(word, period, without),
  extraction: ({ extractions }, id) => extractions.get(id),
  extractionsOf: ({ extractions }, page) => extractions.of(page),
  lookalikes: ({ results }, questions, limit) => results.lookalikes(questions, limit),
  response: ({ calls }, call) => calls.keptResponse(call),
  answeredCall: ({ calls }, key, after) => calls.answered(key, after),
  newestCall: ({ calls }) => calls.newestId(),
  pictureOfCall: ({ calls }, call) => calls.pictureOf(call),
  lastSid: ({ calls }, page) => calls.lastSid(page),
  callsOf: ({ callRecords }, page) => callRecords.of(page),
  exportsOf: ({ exports }, page, atMost) => exports.of(page, atMost),
  summarizeExport: ({ exports }, service, ids) => exports.summary(service, ids),
  renditions: ({ documents }, document) => documents.renditions(document),
  pagesWithContent: ({ documents }, sha256) => documents.withContent(sha256),
  digitalPages: ({ documents }, number) => documents.digitalPages(number),
  folders: ({ documents }, atMost) => documents.folders(atMost),
  hasAttachment: ({ results }, sha256) => results.hasAttachment(sha256),
  usesCopy: ({ pages }, sha256, path) => pages.usesCopy(sha256, path),
  search: ({ history, pages }, filter, after, limit) => {
    const { ids, next } = history.search(filter, after, limit);
    return { pages: pages.some(ids), next };
  },
  totals: ({ history }, filter, by) => history.totals(filter, by),
  listed: ({ history }, numbers, period) => history.listed(numbers, period),
  totalled: ({ history, pages }, filter, by, key, limit) =>
    pages.some(history.totalled(filter, by, key, limit)),
  batches: ({ recentBatches }, limit) => recentBatches(limit),
};

export const writeMethods: Methods<Omit<WriteStore, keyof ReadStore>> = {
  addPages: ({ pages }, added) => pages.add(added),
  addRest: ({ pages }, page, pageCount) => pages.addRest(page, pageCount),
  removePages: ({ pages }, ids) => pages.remove(ids),
  setPrepared: ({ pages }, page, prepared) => pages.prepared(page, prepared),
  setState: ({ pages }, ids, state) => pages.setState(ids, state),
  askAgain: ({ pages }, ids) => pages.askAgain(ids),
  setTreatment: ({ pages }, page, treatment) => pages.setTreatment(page, treatment),
  setHeld: ({ pages }, ids, held) => pages.setHeld(ids, held),
  setOptions: ({ pages }, ids, options) => pages.setOptions(ids, options),
  refuse: ({ pages }, page, failure) => pages.refused(page, failure),
  lose: ({ pages }, page, failure) => pages.lost(page, failure),
  interruptCalls: ({ calls }, page) => calls.interruptOf(page),
  forgetPicture: ({ pages }, sha256) => pages.forgetPicture(sha256),
  forgetFile: ({ pages }, page) => pages.forgetFile(page),
  // Units of work run one after the other, and no other process writes to the ledger.
  holdFile: () => undefined,
  moveFile: ({ documents }, sha256, from, to) => documents.move(sha256, from, to),
  addRendition: ({ documents }, document, rendition) => documents.addRendition(document, rendition),
  setContent: ({ documents }, document, content, pageCount) =>
    documents.setContent(document, content, pageCount),
  setSeal: ({ documents }, document, seal) => documents.setSeal(document, seal),
  addExtraction: ({ extractions }, page, extraction) => extractions.add(page, extraction),
  showExtraction: ({ extractions }, page, extraction) => extractions.show(page, extraction),
  append: ({ results }, page, version, by, changes) => results.append(page, version, by, changes),
  appendAll: ({ results }, changes, by) => results.appendAll(changes, by),
  setReviews: ({ results }, reviews) => results.setReviews(reviews),
  setJoined: ({ results }, places) => results.setJoined(places),
  putSummaries: ({ results }, figures) => results.putSummaries(figures),
  setQr: ({ results }, picture, text) => results.setQr(picture, text),
  beginCall: ({ calls }, start, lease) => {
    const key = callKey(start);
    calls.interruptOwn(key, lease.owner);
    return calls.isUnderWay(key)
      ? failed({ reason: 'under-way' })
      : success(calls.begin({ ...start, lease }));
  },
  endCall: ({ calls }, end) => calls.end(end),
  discardCall: ({ calls }, call, page) => calls.discard(call, page),
  reuseCall: ({ calls }, page, call) => calls.reuse(page, call),
  shareFailure: ({ calls }, page, failure) => calls.shareFailure(page, failure),
  claim: ({ leases }, limit, { owner, until }, among) => leases.claim(limit, owner, until, among),
  release: ({ leases }, pages, owner) => leases.release(pages, owner),
  extend: ({ leases }, { owner, until }) => leases.extend(owner, until),
  interruptLost: ({ leases }, before) => leases.interruptLost(before),
  addExport: ({ exports }, written) => exports.add(written),
};
