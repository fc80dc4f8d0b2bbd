/** Engine and gateway work with the tables of their own version, and with no others. The message says what to do. */
export class SchemaMismatch extends Error {}
