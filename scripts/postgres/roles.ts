import { createHmac } from 'node:crypto'

/** Made with the packaged cluster; it makes the other two and their database, and nothing else connects as it. */
export const SUPERUSER = 'sakha'
/** Owns the tables of the packaged database, and alone may change their shape. */
export const OWNER = 'sakha_owner'
/** Gateway, engine and command line: reads and writes rows (runtimeGrants.ts). */
export const RUNTIME = 'sakha_runtime'

/** Addresses of one database: of the role that owns its tables, and of the one that the product works with. Where nobody made two, both are the same. */
export interface DatabaseUrls {
  readonly owner: string
  readonly runtime: string
}

/** The same database of a packaged server for another role, from the superuser's address. A role's password leads to no other's. */
export function roleUrl(superuserUrl: string, role: typeof OWNER | typeof RUNTIME): string {
  const url = new URL(superuserUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('base64url')
  url.username = role
  return url.href
}
