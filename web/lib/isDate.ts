/** Whether a text is a date that the API takes: YYYY-MM-DD, there is such a day, from 2000 to 2099. */
export function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
