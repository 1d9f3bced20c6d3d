import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../shared/contract/export/exported.ts';
import { directExport, firstForm, hasPoints } from '../../../../renderer/state/export-form.ts';

describe('the choices of an export', () => {
  it('include feature points in tables of faces only', () => {
    expect(exportFormats.filter((format) => hasPoints('face-detect', format))).toEqual(['xlsx', 'csv']);
    expect(exportFormats.filter((format) => hasPoints('vat-invoice', format))).toEqual([]);
  });

  it('keep the last values for a direct export', () => {
    const last = { ...firstForm, layout: 'deduction', points: false, encoding: 'gb18030' } as const;
    expect(firstForm.points).toBe(true);
    expect(directExport('csv', last)).toEqual({
      format: 'csv',
      layout: 'vouch',
      encoding: 'gb18030',
      points: false,
      unresolved: 'ask',
    });
  });
});
