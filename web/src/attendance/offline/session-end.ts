/** Loaded with every page: a session may end before any that shows marks is there. */
import { onSessionEnd } from '../../platform/client/session/session.ts'
import { dropSettledMarks } from './storage-keys.ts'

onSessionEnd(dropSettledMarks)
