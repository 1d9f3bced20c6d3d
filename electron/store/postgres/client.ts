import pg from 'pg';

/** pg is CommonJS: its classes are members of its one export. */
export const { Client, Pool } = pg;
