/** Where the device remembers whether the side menu is collapsed. */
export const menuKey = 'menu-collapsed'
