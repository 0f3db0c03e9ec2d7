import { AddFactorPage } from './auth/AddFactorPage.tsx'
import { SecondFactors } from './staff/SecondFactors.tsx'

/** The page that asks for a second factor, with the list of the profile. */
export const AddFactor = () => <AddFactorPage factors={(onAdded) => <SecondFactors onAdded={onAdded} />} />
