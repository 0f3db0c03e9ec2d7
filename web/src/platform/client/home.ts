import { firstScreen } from '@academy/contract/screens.ts'
import { can, couldBefore, currentUser } from './session.ts'

/** The page the portal opens with; before the profile has come, by the rights of the last visit. */
export const home = () => firstScreen(currentUser() ? can : couldBefore)
