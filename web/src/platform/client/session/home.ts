import { firstScreen } from '@academy/contract/screens.ts'
import { couldBefore } from './rights.ts'
import { can, currentUser } from './session.ts'

/** The page the portal opens with; before the profile has come, by the rights of the last visit. */
export const home = () => firstScreen(currentUser() ? can : couldBefore)
