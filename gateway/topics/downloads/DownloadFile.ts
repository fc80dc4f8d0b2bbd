import type { Principal } from '../../kit/Principal.ts'
import type { Asker, OpenedFile } from '../../security/SentFiles.ts'

/** Who asks for a file, as it is now: a demoted admin's address is worth nothing. */
export type FileReader = Asker & Pick<Principal, 'role' | 'twoFactor'>

/** A file that users can download. Throws BAD_USER_INPUT for invalid filters and FORBIDDEN for who may not have it, at once. */
export type DownloadFile = (reader: FileReader, filters: unknown) => OpenedFile
