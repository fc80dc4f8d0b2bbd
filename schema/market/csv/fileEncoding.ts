/** Whether a file is packed by gzip, whatever its name is, by its first bytes. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** A decoder of a text by its first bytes: UTF-16 where a byte order mark says so, as spreadsheets write it, otherwise UTF-8. */
export function decoderOf(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder()
}
