import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  EmergencyStopDocument,
  OpenTradesDocument,
  ShellStateDocument,
  type EmergencyStopMutation,
  type OpenTradesQuery,
} from '../../gql/generated/graphql.ts'
import { openByMode } from '../../lib/openByMode.ts'
import { FRESH_MS } from '../../lib/useFreshWhile.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** A stop that was made, and whether it squares off. */
export interface MadeStop {
  readonly stop: EmergencyStopMutation['emergencyStop']
  readonly squareOff: boolean
}

/** Stops the user's trading; counts the open trades until then. A failure is told by toast. */
export function useEmergencyStop() {
  const [send, { loading }] = useMutation(EmergencyStopDocument, { refetchQueries: [ShellStateDocument] })
  const [made, setMade] = useState<MadeStop | null>(null)
  const { data: open } = useQuery(OpenTradesDocument, { fetchPolicy: 'no-cache', pollInterval: FRESH_MS, skip: made !== null })
  return {
    made,
    loading,
    /** What squaring off would close. */
    trades: tradesText(open?.liveTrades ?? []),
    async stop(squareOff: boolean) {
      try {
        const { data } = await send({ variables: { input: { scope: 'USER', squareOff, confirm: 'STOP' } } })
        if (data) setMade({ stop: data.emergencyStop, squareOff })
      } catch (error) {
        toastFailure('Failed to stop trading', error)
      }
    },
  }
}

/** A trade may open after the question: where none was seen, all are meant. */
function tradesText(open: OpenTradesQuery['liveTrades']): string {
  const live = open.filter(({ mode }) => mode === 'LIVE').length
  return open.length === 0 ? 'all open trades' : `the open trades (${openByMode(open.length - live, live)})`
}
