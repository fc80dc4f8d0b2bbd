/** The text of a mail in quoted-printable (RFC 2045 §6.7). For tests only. */
export function decodeMail(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
