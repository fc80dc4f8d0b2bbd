import type { Principal } from '../../kit/Principal.ts'

/** Who asks for a file, as it is now: a demoted admin's address is worth nothing. */
export type FileReader = Pick<Principal, 'userId' | 'role' | 'twoFactor' | 'scopes'>

/** A file being downloaded. */
export interface OpenedDownload {
  /** The file name for the browser. */
  readonly name: string
  /** Its Content-Type. */
  readonly type: string
  /** Produced on demand. */
  readonly pieces: AsyncIterable<string>
}

/** A file that users can download. Throws BAD_USER_INPUT for invalid filters and FORBIDDEN for who may not have it, at once. */
export type DownloadFile = (reader: FileReader, filters: unknown) => OpenedDownload

export const CSV = 'text/csv; charset=utf-8'
export const NDJSON = 'application/x-ndjson; charset=utf-8'
