export { default as enUS } from 'antd/locale/en_US'
