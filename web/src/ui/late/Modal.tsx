export { Modal, type ModalFuncProps, type ModalProps } from 'antd'
