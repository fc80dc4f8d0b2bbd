import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Download } from '../../../schema/graphql/downloads.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { requireField } from '../../security/personalTokens/tokenReach.ts'
import type { OpenedFile } from '../../security/SentFiles.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { ExportFilters } from './DataExports.ts'
import type { FileReader } from './DownloadFile.ts'
import type { DownloadFiles, ExportKind } from './downloadFiles.ts'
import { issueTicket, useTicket } from './downloadTickets.ts'

/** The URL it is served at. */
export const DOWNLOADS_PATH = '/downloads'

const openInput = z.object({ ticket: z.string().max(100) })

/**
 * Files for the browser's own download and for programs: a signed-in user, or an access token, requests an address with a ticket for this
 * one file, and fetches it there, from any gateway.
 */
export class DownloadService {
  readonly #db: Database
  readonly #files: DownloadFiles
  constructor(db: Database, files: DownloadFiles) {
    this.#db = db
    this.#files = files
  }

  /** An address valid once, within a minute, on the same device. Throws BAD_USER_INPUT when the file would reject the filters. */
  issue(caller: Principal, kind: keyof DownloadFiles, filters: object, device: Device): Promise<Download> {
    return this.#issue(this.#db, caller, kind, filters, device)
  }

  /** Likewise of a data file, noted in the caller's audit log. Throws FORBIDDEN, too. */
  async issueExport(caller: Principal, kind: ExportKind, filters: ExportFilters, device: Device): Promise<Download> {
    const { userId, sessionId, scopes } = caller
    const { format } = filters
    return this.#db.$transaction(async (tx) => {
      const download = await this.#issue(tx, caller, kind, filters, device)
      const asked = { accountId: userId, action: 'DATA_FILE_ASKED', device } as const
      await (scopes === null
        ? recordAudit(tx, { ...asked, sessionId, details: { file: kind, format } })
        : recordAudit(tx, { ...asked, details: { file: kind, format, token: sessionId } }))
      return download
    })
  }

  /**
   * The file of an address, by its query, and for whom it is. Throws NOT_FOUND, in the same words whatever is wrong with the ticket, and FORBIDDEN when the
   * requester may not have it any more.
   */
  async open(query: unknown, device: Device): Promise<{ readonly reader: FileReader; readonly file: OpenedFile }> {
    const { data } = openInput.safeParse(query)
    const use = data && (await useTicket(this.#db, data.ticket, device))
    if (!use || !this.#isKind(use.kind))
      throw new UserFacingError(
        'NOT_FOUND',
        'This download was already used or has expired. Start it again from the page where you found it.',
      )
    requireField(use.reader, 'Mutation', use.kind)
    return { reader: use.reader, file: this.#files[use.kind](use.reader, use.filters) }
  }

  async #issue(db: Transaction, caller: Principal, kind: keyof DownloadFiles, filters: object, device: Device): Promise<Download> {
    this.#files[kind](caller, filters)
    const { ticket, expiresAt } = await issueTicket(db, { ...caller, kind, filters: { ...filters } }, device)
    return { address: `${DOWNLOADS_PATH}?${new URLSearchParams({ ticket })}`, expiresAt }
  }

  /** Another gateway may know kinds that this one does not. */
  #isKind(kind: string): kind is keyof DownloadFiles {
    return Object.hasOwn(this.#files, kind)
  }
}
