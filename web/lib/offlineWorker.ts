/** The page's content policy names it too (gateway/security/securityHeaders.ts). */
const POLICY = 'offline-worker'
const WORKER = '/sw.js'

let isRegistered = false

interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: () => string }): { createScriptURL(input: string): string }
}

/**
 * Has the browser show a page of ours while there is no network (public/sw.js). The content policy lets one policy of trusted types be made,
 * once, and this one knows but that one address.
 */
export function registerOfflineWorker(): void {
  // Without the network there is no development server either; and only secure pages have workers.
  if (isRegistered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isRegistered = true
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  const address = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER
  navigator.serviceWorker
    .register(address)
    .catch((error: unknown) => console.warn('There will be no page for times without network', error))
}
