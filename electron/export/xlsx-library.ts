import type writeXlsxFile from 'write-excel-file/node';

/** The library's own types, with the kind of file content that its Node entry takes. */
type Written = Parameters<typeof writeXlsxFile>;
export type LibrarySheet = Written[0][number];
export type LibraryFeature = NonNullable<NonNullable<Written[1]>['features']>[number];
