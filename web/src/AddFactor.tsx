import { QueryClientProvider } from '@tanstack/react-query'
import { AddFactorPage } from './auth/AddFactorPage.tsx'
import { queryClient } from './platform/client/query.ts'
import { SecondFactors } from './staff/SecondFactors.tsx'

/** The page that asks for a second factor, with the list of the profile. */
export const AddFactor = () => (
  <QueryClientProvider client={queryClient}>
    <AddFactorPage factors={(onAdded) => <SecondFactors onAdded={onAdded} />} />
  </QueryClientProvider>
)
