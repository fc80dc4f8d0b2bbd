import { styled } from 'styled-components'
import { AdminPage } from '../features/admin/AdminPage.tsx'
import { HealthSentence } from '../features/admin/HealthSentence.tsx'
import { PerformanceScheduler } from '../features/admin/PerformanceScheduler.tsx'
import { ResearchService } from '../features/admin/ResearchService.tsx'
import { SystemInformation } from '../features/admin/SystemInformation.tsx'
import { AdminBroker } from '../features/broker/AdminBroker.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Two columns where there is room for both. */
const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  align-items: start;
  gap: 12px;
`

const LOADING = (
  <Cards>
    <Skeleton $height={320} />
    <Skeleton $height={222} />
    <Skeleton $height={260} />
    <Skeleton $height={240} />
  </Cards>
)

/** The installation at a glance. */
export default function AdminScreen() {
  return (
    <AdminPage title="Admin Panel" subtitle="The health of the installation and its services." loading={LOADING}>
      <HealthSentence />
      <Cards>
        <PerformanceScheduler />
        <AdminBroker />
        <ResearchService />
        <SystemInformation />
      </Cards>
    </AdminPage>
  )
}
