import { useApolloClient } from '@apollo/client/react'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { VerifyAuditLogDocument, type VerifyAuditLogQuery } from '../../../gql/generated/graphql.ts'
import { formatCount } from '../../../lib/formatMoney.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.ts'
import { toastFailure } from '../../../ui/toastFailure.ts'

const Parts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  margin-bottom: 12px;
  font-size: var(--text-sm);
`

type Chains = VerifyAuditLogQuery['verifyAuditLog']

interface Found {
  readonly accounts: number
  readonly broken: Chains['broken']
  readonly isDone: boolean
}

/** Looks through the chains of all accounts, a hundred at a time, and says what was found so far. */
export function AuditVerification() {
  const client = useApolloClient()
  const [found, setFound] = useState<Found | null>(null)
  const isUnderWay = found?.isDone === false

  async function lookThrough(after: string | null): Promise<Chains> {
    const { data } = await client.query({ query: VerifyAuditLogDocument, variables: { after }, fetchPolicy: 'no-cache' })
    if (!data) throw new Error('The gateway did not answer')
    return data.verifyAuditLog
  }

  async function verify() {
    let sum: Found = { accounts: 0, broken: [], isDone: false }
    let after: string | null = null
    setFound(sum)
    try {
      do {
        const { accounts, broken, next }: Chains = await lookThrough(after)
        sum = { accounts: sum.accounts + accounts, broken: [...sum.broken, ...broken], isDone: next === null }
        setFound(sum)
        after = next
      } while (after !== null)
    } catch (error) {
      setFound(null)
      toastFailure('Failed to verify the audit log', error)
    }
  }

  return (
    <>
      <Parts>
        <Button $look="quiet" type="button" $busy={isUnderWay} onClick={() => void (isUnderWay ? undefined : verify())}>
          <ShieldCheck size={16} aria-hidden /> Verify the hash chain
        </Button>
        <span role="status">{found === null ? '' : describe(found)}</span>
      </Parts>
      {found?.broken.map(({ accountId, entries }) => (
        <Alert key={accountId}>
          Account {accountId}: entries {entries.join(', ')} do not match the entries before them. Someone has changed the log.
        </Alert>
      ))}
    </>
  )
}

function describe({ accounts, broken, isDone }: Found): string {
  const looked = `${formatCount(accounts)} ${accounts === 1 ? 'account' : 'accounts'}`
  if (!isDone) return `${looked} checked so far`
  return broken.length === 0 ? `The log of ${looked} is intact.` : `The log of ${formatCount(broken.length)} of ${looked} was changed.`
}
