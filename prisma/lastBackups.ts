import type { Database } from './client.ts'

export interface LastBackups {
  /** The last one that was made; null: none ever was. */
  readonly made: { readonly at: Date; readonly bytes: number } | null
  /** When a later one failed; null: none did. */
  readonly failedAt: Date | null
}

/** What is known of backups. */
export async function lastBackups(db: Pick<Database, 'backup'>): Promise<LastBackups> {
  const [made, last] = await Promise.all([
    db.backup.findFirst({ where: { bytes: { not: null } }, orderBy: { at: 'desc' } }),
    db.backup.findFirst({ orderBy: { at: 'desc' } }),
  ])
  return {
    made: made && { at: made.at, bytes: Number(made.bytes) },
    failedAt: last && last.bytes === null ? last.at : null,
  }
}
