import { t } from '../platform/client/i18n.ts'

/** Why something can only be read here: which variable says it. */
export const fixedWords = (variable: string): string =>
  t('{variable} in the portal’s environment says this. Without it there, it is given here.', { variable })
