// Loaded before every HTTP test: their hundreds of passwords need no defence. argon2.test.ts holds the cost in use, and
// portal-command.test.ts that of a portal in a process of its own.
import { cost } from '../../../src/platform/runtime/passwords/argon2.ts'

// Still above the cost of random passwords, so that those are hashed again at a sign-in.
Object.assign(cost, { memory: 128, passes: 1 })
