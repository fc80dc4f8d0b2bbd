declare global {
  interface Window {
    /** Left by the page's own first script (web/screenPreloads.ts). */
    earlyProfile?: { readonly token: string; readonly response: Promise<Response> }
  }
}

/** The profile that the page requested while the application was still loading, if it did with this token; once. */
export function takeEarlyProfile(token: string): Promise<Response> | undefined {
  const early = window.earlyProfile
  delete window.earlyProfile
  return early?.token === token ? early.response : undefined
}
