/** Has the browser fetch a file from an address and save it, under the name it comes with; how far that is, the browser shows itself. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  // Without it a refusal would take the place of the page.
  link.download = ''
  link.click()
}
