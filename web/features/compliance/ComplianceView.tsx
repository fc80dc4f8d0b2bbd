import { useQuery } from '@apollo/client/react'
import { ComplianceDocument } from '../../gql/generated/graphql.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { ComplianceLog } from './ComplianceLog.tsx'
import { LiveOrders } from './LiveOrders.tsx'
import { LiveRegister } from './LiveRegister.tsx'
import { OrderBudget } from './OrderBudget.tsx'
import { OutgoingAddress } from './OutgoingAddress.tsx'

/** What an auditor asks about the user's live trading. */
export function ComplianceView() {
  const { data, error, refetch } = useQuery(ComplianceDocument, { fetchPolicy: 'cache-and-network' })
  const compliance = data?.compliance
  return (
    <>
      {error ? <LoadFailure text="Failed to load the compliance page" error={error} onRetry={() => void refetch()} /> : null}
      {compliance || error ? null : <Skeleton $height={640} />}
      {/* Asked for at once, shown together: a card that came later would push down what is below it. */}
      <div hidden={!compliance && !error}>
        {compliance ? <OutgoingAddress {...compliance} /> : null}
        <OrderBudget />
        {compliance ? (
          <>
            <LiveOrders {...compliance} />
            <LiveRegister {...compliance} />
          </>
        ) : null}
        <ComplianceLog />
      </div>
    </>
  )
}
