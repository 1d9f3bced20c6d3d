import { expect, test } from 'vitest';
import { voucherReasons } from '../../../../shared/books/book-invoice.ts';
import { matchGroups } from '../../../../shared/books/match-rows.ts';
import { voucherColumnIds } from '../../../../shared/books/voucher.ts';
import { menuGroups, menuIds } from '../../../../shared/contract/menu.ts';
import { attributeNames } from '../../../../shared/face/attributes.ts';
import { readerIds } from '../../../../shared/invoice/extraction.ts';
import { totalsGroupings } from '../../../../shared/review/totals.ts';
import { failureReasons } from '../../../../shared/services/failure.ts';
import { serviceIds } from '../../../../shared/services/service.ts';
import { voucherReasonTexts, matchGroupNames } from '../../../../shared/texts/books.ts';
import { attributeTexts } from '../../../../shared/texts/faces.ts';
import { failureTexts } from '../../../../shared/texts/failures.ts';
import { menuGroupTexts, menuTexts } from '../../../../shared/texts/menu.ts';
import { plainReasons } from '../../../../shared/texts/plain-failures.ts';
import { readerNames } from '../../../../shared/texts/names.ts';
import { documentedCodes } from '../../../../shared/texts/service-failures.ts';
import { groupingNames } from '../../../../shared/texts/exports.ts';
import { voucherColumnNames } from '../../../../shared/texts/voucher-columns.ts';

// A missing text does not compile where it is looked up. These tests find a text that nothing looks up.

test.each<[string, object, readonly string[]]>([
  ['attributes', attributeTexts, attributeNames],
  ['groups of a match', matchGroupNames, matchGroups],
  ['groups of totals', groupingNames, totalsGroupings],
  ['menus', menuGroupTexts, menuGroups.map(({ id }) => id)],
  ['actions', menuTexts, menuIds],
  ['readers', readerNames, readerIds],
  ['services', documentedCodes, serviceIds],
  ['voucher columns', voucherColumnNames, voucherColumnIds],
  ['reasons of a missing voucher', voucherReasonTexts, voucherReasons],
])('texts of %s are those of their list', (_, texts, ids) => {
  expect(Object.keys(texts).toSorted()).toEqual([...ids].toSorted());
});

test.each<[string, object]>([
  ['failureTexts', failureTexts],
  ['plainReasons', plainReasons],
])('%s names reasons of failures only', (_, texts) => {
  expect(Object.keys(texts).length).toBeGreaterThanOrEqual(10);
  for (const reason of Object.keys(texts)) expect(failureReasons).toContain(reason);
});
