/** The constants that misbehavingWorker.ts obeys. */
export const MISBEHAVIOUR = { throws: 9_001, loops: 9_002, hoards: 9_003, exits: 9_004 } as const
