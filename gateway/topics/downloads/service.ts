import { z } from 'zod'
import type { Database } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Download } from '../../../schema/graphql/downloads.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import type { DownloadFile, DownloadFiles } from './downloadFiles.ts'
import { issueTicket, useTicket } from './downloadTickets.ts'

/** The URL it is served at. */
export const DOWNLOADS_PATH = '/downloads'

const openInput = z.object({ ticket: z.string().max(100) })

/** A file being downloaded. */
export type OpenedDownload = Pick<DownloadFile, 'name' | 'type'> & { readonly pieces: AsyncIterable<string> }

/**
 * Files for the browser's own download, which can send no token: a signed-in user requests an address with a ticket for this one file, and
 * fetches it there, from any gateway.
 */
export class DownloadService {
  readonly #db: Database
  readonly #files: DownloadFiles
  constructor(db: Database, files: DownloadFiles) {
    this.#db = db
    this.#files = files
  }

  /** An address valid once, within a minute, on the same device. Throws BAD_USER_INPUT when the file would reject the filters. */
  async issue({ userId, sessionId }: Principal, kind: keyof DownloadFiles, filters: object, device: Device): Promise<Download> {
    this.#files[kind].pieces(userId, filters)
    const { ticket, expiresAt } = await issueTicket(this.#db, { sessionId, kind, filters: { ...filters } }, device)
    return { address: `${DOWNLOADS_PATH}?${new URLSearchParams({ ticket })}`, expiresAt }
  }

  /** The file of an address, by its query. Throws NOT_FOUND, in the same words whatever is wrong with the ticket. */
  async open(query: unknown, device: Device): Promise<OpenedDownload> {
    const { data } = openInput.safeParse(query)
    const use = data && (await useTicket(this.#db, data.ticket, device))
    if (!use || !this.#isKind(use.kind))
      throw new UserFacingError('NOT_FOUND', 'This download has been fetched already or is too old. Ask for it again where you found it.')
    const { name, type, pieces } = this.#files[use.kind]
    return { name, type, pieces: pieces(use.userId, use.filters) }
  }

  /** Another gateway may know kinds that this one does not. */
  #isKind(kind: string): kind is keyof DownloadFiles {
    return Object.hasOwn(this.#files, kind)
  }
}
