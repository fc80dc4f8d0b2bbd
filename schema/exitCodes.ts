/** How commands and processes end; 0 when all went well. */
export const EXIT = {
  /** It could not be done, for the reason that was printed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Code and tables are not of one version: starting again does not help. */
  schemaMismatch: 3,
} as const
