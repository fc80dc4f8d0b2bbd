import type { ApolloCache } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import {
  AutoRefreshBrokerTokenDocument,
  BrokerStatusDocument,
  CheckBrokerDocument,
  ConnectBrokerDocument,
  DisconnectBrokerDocument,
  RefreshBrokerTokenDocument,
  type BrokerPartsFragment,
} from '../../gql/generated/graphql.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { brokerFailure } from './brokerFailure.ts'

/** What is under way at the broker. */
export type BrokerChange = 'connect' | 'refresh' | 'autoRefresh' | 'check' | 'disconnect'

/** A refresh that failed, and the last one before it: a later success, from wherever, clears it. */
interface RefreshFailure {
  readonly text: string
  readonly lastRefreshed: string | null
}

const keep = (cache: ApolloCache, brokerStatus: BrokerPartsFragment | undefined) => {
  if (brokerStatus) cache.writeQuery({ query: BrokerStatusDocument, data: { brokerStatus } })
}

/** Changes the account at the broker, one thing at a time, and reports the outcome. `failure`: why the last refresh failed. */
export function useBrokerChange(status: BrokerPartsFragment | null) {
  const [connect] = useMutation(ConnectBrokerDocument)
  const [refresh] = useMutation(RefreshBrokerTokenDocument, { update: (cache, { data }) => keep(cache, data?.refreshBrokerToken) })
  const [autoRefresh] = useMutation(AutoRefreshBrokerTokenDocument, {
    update: (cache, { data }) => keep(cache, data?.autoRefreshBrokerToken),
  })
  const [check] = useMutation(CheckBrokerDocument, { update: (cache, { data }) => keep(cache, data?.checkBroker) })
  const [disconnect] = useMutation(DisconnectBrokerDocument, { update: (cache, { data }) => keep(cache, data?.disconnectBroker) })
  const [busy, setBusy] = useState<BrokerChange | null>(null)
  const [failure, setFailure] = useState<RefreshFailure | null>(null)

  async function run(change: BrokerChange, act: () => Promise<void>, failed: (error: unknown) => void) {
    setBusy(change)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      failed(error)
    } finally {
      setBusy(null)
    }
  }

  function runRefresh(change: 'refresh' | 'autoRefresh', ask: () => Promise<BrokerPartsFragment | undefined>, unchanged: string) {
    const fail = (text: string, known: BrokerPartsFragment | null) => setFailure({ text, lastRefreshed: known?.lastRefreshed ?? null })
    return run(
      change,
      async () => {
        const answer = await ask()
        if (!answer) fail(unchanged, status)
        else if (answer.isConnected) toast.success(BROKER_MESSAGES.refreshed)
        else fail(answer.clientCodeEnding === null ? BROKER_MESSAGES.noConnection : (answer.problem ?? unchanged), answer)
      },
      (error) => fail(brokerFailure(change, error), status),
    )
  }

  return {
    busy,
    failure: failure?.lastRefreshed === (status?.lastRefreshed ?? null) ? failure.text : null,
    /** Leaves the product for the broker's login page, which leads back to the profile. `leaving`: the typed word that leaves what is open. */
    connect: (leaving: string | null = null) =>
      run(
        'connect',
        async () => {
          const { data } = await connect({ variables: { leaving } })
          if (data) window.location.assign(data.connectBroker.path)
        },
        (error) => toastFailure(BROKER_MESSAGES.openFailed, error),
      ),
    refresh: () => runRefresh('refresh', async () => (await refresh()).data?.refreshBrokerToken, BROKER_MESSAGES.manualRefreshFailed),
    autoRefresh: () =>
      runRefresh('autoRefresh', async () => (await autoRefresh()).data?.autoRefreshBrokerToken, BROKER_MESSAGES.autoRefreshFailed),
    check: () =>
      run(
        'check',
        async () => void (await check()),
        (error) => toastFailure('Failed to check the broker connection', error),
      ),
    disconnect: (leaving: string | null = null) =>
      run(
        'disconnect',
        async () => {
          await disconnect({ variables: { leaving } })
          toast.success('Broker account disconnected. Everything saved for signing in is deleted.')
        },
        (error) => toastFailure('Failed to disconnect the broker', error),
      ),
  }
}
