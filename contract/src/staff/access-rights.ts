/** Lifts a user's restriction to centres. */
export const allCentres = 'accessAllCentres'
export const accessRights = [allCentres] as const
