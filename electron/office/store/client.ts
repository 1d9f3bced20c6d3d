import pg from 'pg';

/** pg is CommonJS: its classes are members of the default export. */
export const { Client, Pool } = pg;
