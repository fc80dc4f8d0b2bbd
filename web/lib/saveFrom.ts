/** Makes the browser download a file from an address, under the server's file name; the browser shows the progress. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  // Without it a refusal would take the place of the page.
  link.download = ''
  link.click()
}
