import type { Generated } from 'kysely';

/** The ledger's tables, as created by the schema. Ids are int8, read as numbers; flags are 0 or 1. */
type Documents = {
  id: Generated<number>;
  name: string;
  source: string;
  path: string | null;
  sha256: string | null;
  bytes: number | null;
  page_count: Generated<number>;
  seal: string | null;
  added_at: string;
};

type Renditions = {
  id: Generated<number>;
  document: number;
  name: string;
  path: string | null;
  sha256: string;
  format: string;
  bytes: number;
  added_at: string;
};

type Pictures = {
  sha256: string;
  encoding: string;
  width: number;
  height: number;
  bytes: number;
  qr_read: Generated<number>;
  qr: string | null;
};

type Pages = {
  id: Generated<number>;
  document: number;
  service: string;
  number: number;
  sandbox: number;
  options: string;
  state: string;
  failure: string | null;
  picture: string | null;
  call: number | null;
  extraction: number | null;
  reused: Generated<number>;
  finished_at: string | null;
  turn: Generated<number>;
  masks: Generated<string>;
  held: Generated<number>;
  preparation: string | null;
  after_call: Generated<number>;
  claimed_by: string | null;
  claimed_until: string | null;
  joined_to: number | null;
  joined_place: number | null;
  earlier: string | null;
};

type Calls = {
  id: Generated<number>;
  page: number | null;
  service: string;
  key: string;
  options: string;
  app_id: string;
  base_url: string;
  sandbox: number;
  picture: string;
  attempt: Generated<number>;
  state: string;
  lease_owner: string | null;
  lease_until: string | null;
  started_at: string;
  finished_at: string | null;
  http_status: number | null;
  sid: string | null;
  server_date: string | null;
  signed_offset: Generated<number>;
  measured_offset: number | null;
  retry_after: string | null;
  failure: string | null;
  maybe_paid: Generated<number>;
};

type Responses = { call: number; body: Buffer; unpacked: number | null; crc: number | null };

type Extractions = {
  id: Generated<number>;
  page: number;
  reader: string;
  version: number;
  created_at: string;
  call: number | null;
  payload: string | null;
};

type ReviewEvents = {
  id: Generated<number>;
  page: number;
  version: number;
  kind: string;
  body: string;
  author: string;
  at: string;
  extraction: number | null;
};

type Results = {
  page: number;
  kind: string | null;
  code: string | null;
  number: string | null;
  issue_date: string | null;
  seller: string | null;
  seller_tax_id: string | null;
  buyer: string | null;
  buyer_tax_id: string | null;
  total: string | null;
  tax_total: string | null;
  net_cents: number | null;
  tax_cents: number | null;
  gross_cents: number | null;
  counted_key: string | null;
  rates: Generated<string>;
  gross_total: string | null;
  faces: number | null;
  warnings: Generated<number>;
  errors: Generated<number>;
  review: Generated<string>;
  failed_groups: Generated<string>;
  open_findings: string | null;
  tags: Generated<string>;
  note: string | null;
};

type Search = {
  day: string;
  page: number;
  service: string;
  sandbox: number;
  state: string;
  kind: string | null;
  number: string | null;
  seller: string | null;
  buyer: string | null;
  cents: number | null;
  text: string;
  seller_form: string | null;
  buyer_form: string | null;
  number_form: string | null;
};

type Exports = {
  id: Generated<number>;
  service: string;
  at: string;
  form: string;
  layout: string | null;
  place: string;
  target: string;
  pages: number;
  left_out: number;
};

/** Data of the office that is not part of the ledger. */
type Office = {
  one: Generated<number>;
  id: string;
  version: number;
  /** `database`, or `folder` if VOUCH_PICTURES stores them. */
  pictures: string | null;
  /** SHA-256 of APP ID and base URL; null until the first worker starts. */
  account: string | null;
  created_at: string;
};

/** A committed unit of work: distinguishes it from one whose end was not confirmed. */
type Units = { token: string; at: Generated<Date> };

type PictureBytes = { sha256: string; extension: string; body: Buffer };

export type Tables = {
  documents: Documents;
  renditions: Renditions;
  pictures: Pictures;
  pages: Pages;
  calls: Calls;
  responses: Responses;
  extractions: Extractions;
  review_events: ReviewEvents;
  results: Results;
  search: Search;
  exports: Exports;
  export_pages: { page: number; export: number };
  office: Office;
  units: Units;
  picture_bytes: PictureBytes;
};
