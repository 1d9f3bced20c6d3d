import type { Bilingual } from '../language.ts';

/** What was traded, in a cell or next to the kind. */
export const businessNames = {
  vehicle: { zh: '机动车', en: 'Motor vehicle' },
  'used-vehicle': { zh: '二手车', en: 'Used vehicle' },
  toll: { zh: '通行费', en: 'Road toll' },
  'passenger-transport': { zh: '旅客运输', en: 'Passenger transport' },
  'farm-produce': { zh: '农产品', en: 'Farm produce' },
  construction: { zh: '建筑服务', en: 'Construction' },
  'real-estate': { zh: '不动产', en: 'Real estate' },
  freight: { zh: '货物运输', en: 'Freight' },
  'refined-oil': { zh: '成品油', en: 'Refined oil' },
  'difference-taxed': { zh: '差额征税', en: 'Taxed on the difference' },
  exempt: { zh: '免税', en: 'Exempt' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Bilingual>;
