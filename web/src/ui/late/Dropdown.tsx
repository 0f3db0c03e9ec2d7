export { Dropdown, Menu, type MenuProps } from 'antd'
