import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of a mailed link (`#token=…`), null when the address has none. It is taken out of the address bar and the history,
 * where the next person at this screen could find it. Another link followed in the same tab takes its place.
 */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const arrived = new URLSearchParams(hash.slice(1)).get('token')
  const [token, setToken] = useState(arrived)
  if (arrived !== null && arrived !== token) setToken(arrived)
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  // A link cut off behind the = carries nothing to send.
  return token === '' ? null : token
}
