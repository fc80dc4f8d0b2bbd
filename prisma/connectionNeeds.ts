/**
 * Connections to the database that a process opens at most: its pools, and those it keeps for one purpose each, as docs/operations.md lists
 * them.
 */
export const CONNECTIONS = { ENGINE: 46, GATEWAY: 26 } as const

/** Kept free for commands: backup, migration, doctor, and a person's own. */
export const FOR_COMMANDS = 8
