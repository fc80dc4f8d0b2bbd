import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { BrokerLoginOutcome } from '../../../schema/brokerLogin.ts'
import { toast } from '../../ui/toast.ts'

/** How the way through the broker's login page can end; null: well. */
const FAILURES: Readonly<Record<BrokerLoginOutcome, string | null>> = {
  connected: null,
  refused: 'The sign-in at the broker was not accepted. An account there can be connected by one user only.',
  open: 'This is a different account, and live trades or orders are still open at the previous one; Sakha could no longer close them. Nothing was changed.',
  expired: 'This sign-in took too long, was used before, or began somewhere else. Please connect again.',
  failed: 'The broker has not confirmed the sign-in yet. Check again in a moment, then reconnect.',
}

/** Its name in the address, and the section that it is about. */
const NAME = 'broker'

/** `failure`: why the way through the broker's login page failed; `leavesOpen`: because of what is open at another account. */
interface LoginOutcome {
  readonly failure: string | null
  readonly leavesOpen: boolean
  readonly forget: () => void
}

/** Reports once how the broker's login page ended, and takes it from the address; its outcome stands until `forget` is called. */
export function useLoginOutcome(): LoginOutcome {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const said = params.get(NAME)
  const [outcome, setOutcome] = useState(isOutcome(said) ? said : null)

  useEffect(() => {
    if (said === null) return
    if (isOutcome(said)) {
      const text = FAILURES[said]
      // Its id keeps an effect that runs twice from saying it twice.
      if (text === null) toast.success('Your broker account is connected.', { id: NAME })
      else toast.error(text, { id: NAME })
    }
    const rest = new URLSearchParams(params)
    rest.delete(NAME)
    void navigate({ search: rest.toString(), hash: NAME }, { replace: true })
  }, [said, params, navigate])

  return { failure: outcome && FAILURES[outcome], leavesOpen: outcome === 'open', forget: () => setOutcome(null) }
}

const isOutcome = (said: string | null): said is BrokerLoginOutcome => said !== null && Object.hasOwn(FAILURES, said)
